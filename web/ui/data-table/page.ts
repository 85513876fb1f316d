/** How many match. Beyond what can be counted cheaply it is an estimate; `totalFollows`: at least so many, until they are counted. */
export type ListTotal = { total: number; totalIsExact: boolean; totalFollows?: true | undefined }

/** One page of a list as the server answers it. */
export type Page<Row> = ListTotal & { items: readonly Row[] }

/** What a list asked for and what came of it, as TanStack Query tells it. */
export type AskedPage<Row> = {
  /** Undefined until the first answer. */
  data: Page<Row> | undefined
  /** The page before, shown until the one that was asked for is there. */
  isPlaceholderData: boolean
}
