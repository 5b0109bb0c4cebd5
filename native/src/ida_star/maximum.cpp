#include "run_ida_star.hpp"
#include "taquin/heuristics/maximum.hpp"

namespace taquin {

TAQUIN_COMPILE_IDA_STAR(Maximum)

}  // namespace taquin
