/** The table of a run: a line for each check. */
export function createReport() {
  const rows: { check: string; result: string; holds: boolean }[] = []
  return {
    add(check: string, holds: boolean, result: string) {
      rows.push({ check, holds, result })
      console.log(`${holds ? 'ok ' : 'NOT'}  ${check}: ${result}`)
    },
    /** @returns whether everything held */
    print(): boolean {
      console.table(Object.fromEntries(rows.map(({ check, result, holds }) => [check, { holds, result }])))
      return rows.every(({ holds }) => holds)
    },
  }
}
export type Report = ReturnType<typeof createReport>
