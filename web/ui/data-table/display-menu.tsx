import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { DropPanel } from '../drop-panel.tsx'
import { lazyPart } from '../lazy-part.tsx'
import type { DisplayProps } from './display-panel.tsx'
import classes from './list-frame.module.css'

const DisplayPanel = lazyPart(async () => (await import('./display-panel.tsx')).DisplayPanel)

/** Order, density and columns of a list. */
export function DisplayMenu(props: DisplayProps) {
  const { t } = useLingui()
  return (
    <DropPanel
      label={t`Display`}
      load={DisplayPanel.load}
      position="bottom-end"
      target={
        <Button
          className={classes.displayButton ?? ''}
          size="xs"
          variant="default"
          aria-label={t`Display`}
          leftSection={<IconAdjustmentsHorizontal size={14} />}
        >
          <Trans>Display</Trans>
        </Button>
      }
    >
      <DisplayPanel {...props} />
    </DropPanel>
  )
}
