#include "run_ida_star.hpp"
#include "taquin/heuristics/tile_sum.hpp"

namespace taquin {

TAQUIN_COMPILE_IDA_STAR(NoSink, TileSum<true>)
TAQUIN_COMPILE_IDA_STAR(NoSink, TileSum<false>)

}  // namespace taquin
