/** Lanes beside the tiles where there is room, above them elsewhere. */
export const roomClass = "flex min-h-0 flex-1 flex-col gap-3 lg:flex-row";

/** Rows are as high as the room allows and never lower than a tile needs; what a tile holds moves no other. */
export const tilesClass =
  "grid min-w-0 flex-1 auto-rows-[13rem] grid-cols-1 gap-3 p-0.5 sm:grid-cols-2 lg:min-h-0 lg:auto-rows-[minmax(13rem,24rem)] lg:overflow-y-auto 2xl:grid-cols-3";
