/**
 * Style sheets that could not be loaded, as without a connection. What the bundler makes asks for each one once: code that
 * is asked for again comes without its styles.
 */
const failed = new Set<HTMLLinkElement>()

const noteFailure = ({ target }: Event) => {
  if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failed.add(target)
}
// Such an event does not bubble.
addEventListener('error', noteFailure, { capture: true })

/** Loads what failed again. Rejects where it fails now, too. */
export async function loadFailedStyles(): Promise<void> {
  await Promise.all([...failed].map(loadAgain))
}

async function loadAgain(link: HTMLLinkElement): Promise<void> {
  failed.delete(link)
  if (!link.isConnected) return
  const again = link.cloneNode()
  await new Promise((loaded, stopped) => {
    again.addEventListener('load', loaded)
    again.addEventListener('error', () => stopped(new Error(`Unable to preload ${link.href}`)))
    link.replaceWith(again)
  })
}
