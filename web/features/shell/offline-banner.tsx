import { Trans } from '@lingui/react/macro'
import { useNetwork } from '@mantine/hooks'
import { IconPlugConnectedX } from '@tabler/icons-react'
import { useRef } from 'react'
import { useBelowMessages } from '../../ui/below-messages.ts'
import classes from './offline-banner.module.css'

/** One quiet line while the browser says that it is offline. */
export function OfflineBanner() {
  const { online } = useNetwork()
  const place = useRef<HTMLDivElement>(null)
  useBelowMessages(place, 'offline-notice', !online)
  return (
    <div role="status">
      {!online && (
        <div ref={place} className={classes.place}>
          <p className={classes.banner}>
            <IconPlugConnectedX size={16} aria-hidden="true" />
            <Trans>You are offline. What you type stays in this browser until the connection is back.</Trans>
          </p>
        </div>
      )}
    </div>
  )
}
