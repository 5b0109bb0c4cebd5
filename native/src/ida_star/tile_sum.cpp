#include "run_ida_star.hpp"
#include "taquin/heuristics/tile_sum.hpp"

namespace taquin {

TAQUIN_COMPILE_IDA_STAR(NoSink, UnitTileSum)
TAQUIN_COMPILE_BRANCHES(UnitTileSum)
TAQUIN_COMPILE_IDA_STAR(NoSink, TileSum)
TAQUIN_COMPILE_BRANCHES(TileSum)

}  // namespace taquin
