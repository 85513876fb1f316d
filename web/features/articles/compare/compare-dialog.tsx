import { useLingui } from '@lingui/react/macro'
import { Modal } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { ReactNode } from 'react'
import classes from './compare.module.css'

type Props = { title: string; onClose: () => void; footer?: ReactNode; children: ReactNode }

/** Room for two versions of an article; on a phone all of it. The buttons of `footer` stay at its lower edge. */
export function CompareDialog({ title, onClose, footer, children }: Props) {
  const { t } = useLingui()
  const isNarrow = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false })
  return (
    <Modal
      opened
      onClose={onClose}
      size={1080}
      fullScreen={Boolean(isNarrow)}
      title={title}
      classNames={{ header: classes.dialogHeader, title: classes.dialogTitle }}
      closeButtonProps={{ 'aria-label': t`Close` }}
    >
      {children}
      {footer && <div className={classes.dialogFooter}>{footer}</div>}
    </Modal>
  )
}
