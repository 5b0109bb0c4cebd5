#include "run_ida_star.hpp"
#include "taquin/heuristics/walk_sum.hpp"

namespace taquin {

TAQUIN_COMPILE_IDA_STAR(NoSink, WalkSum)
TAQUIN_COMPILE_BRANCHES(WalkSum)

}  // namespace taquin
