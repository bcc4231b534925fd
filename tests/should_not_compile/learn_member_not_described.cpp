// sentence: this member is not described: add it to BOOST_DESCRIBE_STRUCT
#include <dvfs/learn/features.hpp>

#include <boost/describe/class.hpp>

struct job {
  int layers{};
  int secret{};
};
BOOST_DESCRIBE_STRUCT(job, (), (layers))

static_assert(dvfs::learn::feature_index<&job::layers>() == 0);

#if DVFS_SHOULD_NOT_COMPILE
static_assert(dvfs::learn::feature_index<&job::secret>() == 1);
#endif
