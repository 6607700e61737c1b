// Up to 60rem of width (css/screens.css) there is one column: what lies beside the felt elsewhere is below it, out of sight.

const STRIP = 960;  // pixels

export const isNarrow = () => innerWidth <= STRIP;
