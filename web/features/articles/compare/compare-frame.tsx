import { useLingui } from '@lingui/react/macro'
import { SegmentedControl } from '@mantine/core'
import { useLocalStorage, useMediaQuery } from '@mantine/hooks'
import { type ReactNode, useLayoutEffect, useMemo, useRef } from 'react'
import { ChangeSteps } from './change-steps.tsx'
import { CompareContext, type CompareLayout, type Wording } from './compare-context.ts'
import { type Place, placeIn, returnToPlace } from './compare-place.ts'
import type { Version } from './comparison.ts'
import classes from './compare.module.css'

type Props = {
  labels: Record<Version, string>
  /** How the marked words are called; left out: removed and added. */
  wording?: Wording
  children: ReactNode
}

/** Everything compared inside shares one layout, and one way from change to change. */
export function CompareFrame({ labels, wording, children }: Props) {
  const { t } = useLingui()
  const container = useRef<HTMLDivElement>(null)
  const [chosen, setChosen] = useLocalStorage<CompareLayout>({
    key: 'copydesk.compareLayout',
    defaultValue: 'together',
    getInitialValueInEffect: false,
    serialize: String,
    deserialize: (stored) => (stored === 'sides' ? 'sides' : 'together'),
  })
  const isNarrow = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false })
  const layout = isNarrow ? 'together' : chosen
  const toolbar = useRef<HTMLDivElement>(null)
  const place = useRef<Place>(undefined)
  const show = (next: CompareLayout) => {
    const edge = toolbar.current?.getBoundingClientRect().bottom ?? 0
    place.current = container.current ? placeIn(container.current, edge) : undefined
    setChosen(next)
  }
  useLayoutEffect(() => {
    if (container.current && place.current) returnToPlace(container.current, place.current)
    place.current = undefined
  }, [layout])
  const { before, after } = labels
  const [removed, added] = [wording?.removed ?? t`removed`, wording?.added ?? t`added`]
  const settings = useMemo(
    () => ({ labels: { before, after }, wording: { removed, added }, layout }),
    [before, after, removed, added, layout],
  )
  return (
    <CompareContext value={settings}>
      <div ref={toolbar} className={classes.toolbar}>
        {!isNarrow && (
          <SegmentedControl
            size="xs"
            aria-label={t`How the versions are shown`}
            value={layout}
            onChange={(value) => show(value as CompareLayout)}
            data={[
              { value: 'together', label: t`One text` },
              { value: 'sides', label: t`Side by side` },
            ]}
          />
        )}
        <span className={classes.legend}>
          <span className={classes.removed}>{layout === 'together' ? removed : before}</span>{' '}
          <span className={classes.added}>{layout === 'together' ? added : after}</span>
        </span>
        <ChangeSteps container={container} />
      </div>
      <div ref={container} className={classes.changes}>
        {children}
      </div>
    </CompareContext>
  )
}
