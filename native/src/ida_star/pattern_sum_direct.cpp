#include "run_ida_star.hpp"
#include "taquin/heuristics/pattern_sum.hpp"
#include "taquin/tables/pattern_ranking.hpp"

namespace taquin {

TAQUIN_COMPILE_IDA_STAR(NoSink, PatternSum<DirectIndex, false>)
TAQUIN_COMPILE_BRANCHES(PatternSum<DirectIndex, false>)
TAQUIN_COMPILE_IDA_STAR(NoSink, PatternSum<DirectIndex, true>)
TAQUIN_COMPILE_BRANCHES(PatternSum<DirectIndex, true>)

}  // namespace taquin
