/** Lanes beside the tiles where there is room, above them elsewhere. */
export const roomClass = "flex min-h-0 flex-1 flex-col gap-3 lg:flex-row";

/**
 * Where tiles and lanes fill the window, rows are as high as it allows and never lower than a tile needs:
 * what a tile holds moves no other. Where the page scrolls, a tile grows with what it asks.
 */
export const tilesClass =
  "-m-0.5 grid min-w-0 flex-1 auto-rows-auto grid-cols-1 content-start gap-3 p-0.5 sm:auto-rows-[minmax(13rem,auto)] sm:grid-cols-2 lg:min-h-0 lg:auto-rows-[minmax(13rem,24rem)] lg:overflow-y-auto 2xl:grid-cols-3";
