type Given = {
  isTerminal: boolean
  write: (text: string) => void
  /** Milliseconds of a clock. */
  now: () => number
}

/**
 * Tells what is being built and for how long: on a terminal one line that counts the seconds, otherwise a line at the start
 * and one at the end. `begin` answers what is called at the end, with what went wrong, if anything did.
 */
export function showProgress({ isTerminal, write, now }: Given) {
  const begun = now()
  const building = new Set<string>()
  const seconds = (since: number) => `${Math.round((now() - since) / 1000)} s`
  const show = () => {
    if (building.size > 0) write(`\r\u001b[KBuilding ${[...building].join(' and ')} … ${seconds(begun)}`)
  }
  const ticking = isTerminal ? setInterval(show, 1000) : undefined
  return {
    begin: (what: string) => {
      const since = now()
      building.add(what)
      if (isTerminal) show()
      else write(`Building ${what} …\n`)
      return (failure?: string) => {
        building.delete(what)
        if (isTerminal) write('\r\u001b[K')
        write(`${failure ?? `Built ${what} in ${seconds(since)}`}\n`)
      }
    },
    stop: () => clearInterval(ticking),
  }
}
