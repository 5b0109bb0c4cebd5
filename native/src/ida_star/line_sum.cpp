#include "run_ida_star.hpp"
#include "taquin/heuristics/line_sum.hpp"

namespace taquin {

TAQUIN_COMPILE_IDA_STAR(NoSink, LineSum)
TAQUIN_COMPILE_BRANCHES(LineSum)

}  // namespace taquin
