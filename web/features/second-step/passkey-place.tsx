import { Trans } from '@lingui/react/macro'

/** Where passkeys work, for a browser in which they do not. */
export function PasskeyPlace({ origin }: { origin: string | null }) {
  if (origin === null) return <Trans>Passkeys need a console that is opened by a host name with https.</Trans>
  if (origin !== window.location.origin) return <Trans>Passkeys of this console work at {origin}.</Trans>
  return <Trans>This browser has no passkeys.</Trans>
}
