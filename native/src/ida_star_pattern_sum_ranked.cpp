#include "run_ida_star.hpp"
#include "taquin/pattern_ranking.hpp"
#include "taquin/pattern_sum.hpp"

namespace taquin {

TAQUIN_COMPILE_IDA_STAR(PatternSum<RankedIndex, false>)
TAQUIN_COMPILE_IDA_STAR(PatternSum<RankedIndex, true>)

}  // namespace taquin
