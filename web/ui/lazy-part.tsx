import { useLingui } from '@lingui/react/macro'
import { type ComponentType, createElement, useEffect, useState } from 'react'
import { notifyFailure } from './notify.tsx'
import { addPart, loadPart } from './parts.ts'

type Part<Props extends object> = ComponentType<Props> & {
  /** Loads the code ahead of time. Rejects when it cannot be loaded. */
  load: () => Promise<unknown>
}

/**
 * A part of a screen whose code is loaded when it is first rendered: a dialog, a panel, a picker. Nothing is shown until
 * then. When the code cannot be loaded, a message says so and `onClose` runs if the part has one; rendered again, the part
 * tries again. `quiet`: no message, for a part that was not asked for. `ahead`: false where few people need it, and only its
 * first use loads it.
 */
export function lazyPart<Props extends object>(
  file: () => Promise<ComponentType<Props>>,
  { quiet = false, ahead = true } = {},
): Part<Props> {
  let loaded: ComponentType<Props> | undefined
  let loading: Promise<unknown> | undefined
  const load = () =>
    (loading ??= loadPart(file).then(
      (found) => (loaded = found),
      (error: unknown) => {
        loading = undefined
        throw error
      },
    ))
  if (ahead) addPart(load)

  function LazyPart(props: Props) {
    const { t } = useLingui()
    const [shown, setShown] = useState(() => loaded)
    const [failed, setFailed] = useState(false)
    useEffect(() => {
      if (shown) return
      let isGone = false
      load().then(
        () => isGone || setShown(() => loaded),
        () => isGone || setFailed(true),
      )
      return () => {
        isGone = true
      }
    }, [shown])
    useEffect(() => {
      if (!failed) return
      if (!quiet)
        notifyFailure(
          t`This could not be loaded. Check the connection, then try again. If a newer version of Copydesk was installed meanwhile, load the page again.`,
        )
      const { onClose } = props as { onClose?: () => void }
      onClose?.()
      // Said once for each failure, whatever changes meanwhile.
      // eslint-disable-next-line react-hooks/exhaustive-deps
    }, [failed])
    return shown ? createElement(shown, props) : null
  }
  return Object.assign(LazyPart, { load })
}
