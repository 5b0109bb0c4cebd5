#include "run_ida_star.hpp"
#include "taquin/heuristics/pattern_sum.hpp"
#include "taquin/tables/pattern_ranking.hpp"

namespace taquin {

TAQUIN_COMPILE_IDA_STAR(NoSink, PatternSum<RankedIndex, false>)
TAQUIN_COMPILE_BRANCHES(PatternSum<RankedIndex, false>)
TAQUIN_COMPILE_IDA_STAR(NoSink, PatternSum<RankedIndex, true>)
TAQUIN_COMPILE_BRANCHES(PatternSum<RankedIndex, true>)

}  // namespace taquin
