import { Trans } from '@lingui/react/macro'
import { useNetwork } from '@mantine/hooks'
import { IconPlugConnectedX } from '@tabler/icons-react'
import classes from './offline-banner.module.css'

/** One quiet line while the browser says that it is offline. */
export function OfflineBanner() {
  const { online } = useNetwork()
  return (
    <div role="status">
      {!online && (
        <p className={classes.banner}>
          <IconPlugConnectedX size={16} aria-hidden="true" />
          <Trans>You are offline. What you type stays in this browser until the connection is back.</Trans>
        </p>
      )}
    </div>
  )
}
