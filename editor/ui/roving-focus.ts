/**
 * One stop for Tab, arrows inside: what a toolbar is for a keyboard. Returns how to focus it.
 * Escape calls `leave`.
 */
export function rove(bar: HTMLElement, leave: () => void): () => void {
  const buttons = () =>
    [...bar.querySelectorAll<HTMLButtonElement>('button')].filter(
      (button) => !button.disabled && button.offsetParent !== null,
    )
  const all = () => bar.querySelectorAll<HTMLButtonElement>('button')
  const setStop = (stop: HTMLElement | undefined) => {
    for (const button of all()) button.tabIndex = button === stop ? 0 : -1
  }
  setStop(all()[0])
  bar.addEventListener('focusin', (event) => setStop(event.target as HTMLElement))
  bar.addEventListener('keydown', (event) => {
    const usable = buttons()
    const at = usable.indexOf(document.activeElement as HTMLButtonElement)
    const moves: Record<string, number> = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: usable.length - 1 }
    const to = moves[event.key]
    if (to !== undefined) usable.at(to % usable.length)?.focus()
    else if (event.key === 'Escape') leave()
    else return
    event.preventDefault()
    event.stopPropagation()
  })
  return () => {
    const usable = buttons()
    ;(usable.find((button) => button.tabIndex === 0) ?? usable[0])?.focus()
  }
}
