import { useEffect, useId, useState } from 'react'
import { lazyPart } from './lazy-part.tsx'

const HintBubble = lazyPart(async () => (await import('./hint-bubble.tsx')).HintBubble, { quiet: true })

const DELAY_MS = 300

/**
 * Attributes of an element that shows this text on hover and on keyboard focus. One listener of `Hints` serves the whole page,
 * so that a table with a hundred of them costs nothing until one is shown.
 */
export const hint = (label: string, side: 'top' | 'right' = 'top') => ({
  'data-hint': label,
  ...(side !== 'top' && { 'data-hint-side': side }),
})

type Shown = { target: HTMLElement; label: string }

/** Shows the hints of the page; mounted once, inside the Mantine and Lingui providers. */
export function Hints() {
  const [shown, setShown] = useState<Shown>()
  const id = useId()

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let current: HTMLElement | undefined
    let hasFocus = false
    const hide = () => {
      clearTimeout(timer)
      current = undefined
      hasFocus = false
      setShown(undefined)
    }
    const showAfter = (target: HTMLElement | undefined, delay: number) => {
      if (target === current) return
      hide()
      const label = target?.dataset['hint']
      if (!target || !label) return
      current = target
      timer = setTimeout(() => target.isConnected && setShown({ target, label }), delay)
    }
    const targetOf = ({ target }: Event) =>
      (target instanceof Element && target.closest<HTMLElement>('[data-hint]')) || undefined
    const onPointer = (event: PointerEvent) => {
      const target = targetOf(event)
      // What moves below a mouse that rests is told as the mouse going there: the hint of the focus stays.
      if (event.pointerType === 'touch' || (!target && hasFocus)) return
      showAfter(target, DELAY_MS)
    }
    /** A finger has nothing to point with: it taps a time. What does something of its own when it is tapped does that. */
    const onTap = (event: MouseEvent) => {
      const target = targetOf(event)
      const isTouch = event instanceof PointerEvent && event.pointerType === 'touch'
      if (isTouch && target?.localName === 'time' && !target.closest('a, button')) showAfter(target, 0)
    }
    const onFocus = (event: FocusEvent) => {
      const target = targetOf(event)
      if (!target?.matches(':focus-visible')) return
      showAfter(target, 0)
      hasFocus = true
    }
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && hide()
    document.addEventListener('pointerover', onPointer)
    document.documentElement.addEventListener('pointerleave', hide)
    document.addEventListener('focusin', onFocus)
    document.addEventListener('focusout', hide)
    document.addEventListener('pointerdown', hide)
    document.addEventListener('click', onTap)
    document.addEventListener('keydown', onKey)
    return () => {
      hide()
      document.removeEventListener('pointerover', onPointer)
      document.documentElement.removeEventListener('pointerleave', hide)
      document.removeEventListener('focusin', onFocus)
      document.removeEventListener('focusout', hide)
      document.removeEventListener('pointerdown', hide)
      document.removeEventListener('click', onTap)
      document.removeEventListener('keydown', onKey)
    }
  }, [])

  // What is announced with the element: the attribute is the hint's as long as it is shown.
  useEffect(() => {
    if (!shown) return
    const { target } = shown
    const before = target.getAttribute('aria-describedby')
    target.setAttribute('aria-describedby', before ? `${before} ${id}` : id)
    return () =>
      before === null ? target.removeAttribute('aria-describedby') : target.setAttribute('aria-describedby', before)
  }, [shown, id])

  return (
    shown && (
      <>
        <span id={id} hidden>
          {shown.label}
        </span>
        <HintBubble key={shown.label} {...shown} />
      </>
    )
  )
}
