#include "run_ida_star.hpp"
#include "taquin/heuristics/maximum.hpp"

namespace taquin {

TAQUIN_COMPILE_IDA_STAR(NoSink, Maximum)
TAQUIN_COMPILE_BRANCHES(Maximum)
TAQUIN_COMPILE_IDA_STAR(TraceSink, Maximum)

}  // namespace taquin
