// sentence: a feature must be a number, an enumeration, a bool or an optional one of these
#include <dvfs/learn/features.hpp>

#include <boost/describe/class.hpp>

struct name {
  char text[8]{};
};
struct job {
  int layers{};
#if DVFS_SHOULD_NOT_COMPILE
  name model{};
#else
  int model{};
#endif
};
BOOST_DESCRIBE_STRUCT(job, (), (layers, model))

static_assert(dvfs::learn::row_of(job{2, {}})[0] == 2);
