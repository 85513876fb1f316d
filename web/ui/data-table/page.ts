/** One page of a list as the server answers it. Beyond what can be counted cheaply, the total is an estimate. */
export type Page<Row> = { items: readonly Row[]; total: number; totalIsExact: boolean }

/** What a list asked for and what came of it, as TanStack Query tells it. */
export type AskedPage<Row> = {
  /** Undefined until the first answer. */
  data: Page<Row> | undefined
  /** The page before, shown until the one that was asked for is there. */
  isPlaceholderData: boolean
}
