import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Tooltip } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { type RefObject, useCallback, useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import classes from './compare.module.css'
import { changesIn, currentOf, markCurrent } from './compare-place.ts'
import { isOfComposition } from '../../../ui/composition.ts'

const TYPING = 'input, textarea, select, [contenteditable]:not([contenteditable=false])'

type Props = { container: RefObject<HTMLElement | null> }

/** Leads from one change to the next, with buttons or with the keys n and p. */
export function ChangeSteps({ container }: Props) {
  const { t } = useLingui()
  const changes = () => changesIn(container.current)

  // Comparisons of long texts arrive later, and another layout has other steps.
  const subscribe = useCallback(
    (changed: () => void) => {
      const observer = new MutationObserver(changed)
      if (container.current)
        observer.observe(container.current, {
          childList: true,
          subtree: true,
          attributeFilter: ['data-change', 'data-current'],
        })
      return () => observer.disconnect()
    },
    [container],
  )
  // As text, because each object would be another snapshot.
  const state = useSyncExternalStore(subscribe, () => {
    const all = changes()
    return `${currentOf(all) + 1}/${all.length}`
  })
  const [current = 0, count = 0] = state.split('/').map(Number)

  const go = (step: 1 | -1, movesFocus: boolean) => {
    const all = changes()
    if (all.length === 0) return
    const last = currentOf(all)
    const index = last < 0 ? (step === 1 ? 0 : all.length - 1) : (last + step + all.length) % all.length
    const target = all[index]!
    markCurrent(all, target)
    target.scrollIntoView({ block: 'center' })
    if (movesFocus) target.focus({ preventScroll: true })
  }
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isOfComposition(event)) return
    if (event.target instanceof Element && event.target.closest(TYPING)) return
    if (event.key === 'n') go(1, true)
    else if (event.key === 'p') go(-1, true)
  })
  useEffect(() => {
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])

  return (
    <div className={classes.steps} role="group" aria-label={t`Changes`}>
      <span className={classes.position} role="status">
        {count === 0 ? (
          <Trans>No changes</Trans>
        ) : current === 0 ? (
          t`Changes: ${count}`
        ) : (
          t`Change ${current} of ${count}`
        )}
      </span>
      <Tooltip label={t`Previous change (p)`} position="bottom">
        <ActionIcon
          variant="default"
          aria-label={t`Previous change`}
          aria-keyshortcuts="p"
          disabled={count === 0}
          onClick={() => go(-1, false)}
        >
          <IconArrowUp size={16} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={t`Next change (n)`} position="bottom">
        <ActionIcon
          variant="default"
          aria-label={t`Next change`}
          aria-keyshortcuts="n"
          disabled={count === 0}
          onClick={() => go(1, false)}
        >
          <IconArrowDown size={16} />
        </ActionIcon>
      </Tooltip>
    </div>
  )
}
