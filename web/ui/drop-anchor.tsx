import { useMounted } from '@mantine/hooks'
import { type Ref, type RefObject, useLayoutEffect } from 'react'

type Props = { element: RefObject<HTMLElement | null>; ref?: Ref<HTMLElement> }

/** Stands for a button that is on the page already, where Mantine wants the target of a menu. */
export function DropAnchor({ element, ref }: Props) {
  useLayoutEffect(() => {
    if (typeof ref === 'function') ref(element.current)
    return () => {
      if (typeof ref === 'function') ref(null)
    }
  }, [element, ref])
  return null
}

/** False at first, then `opened`: Mantine moves and returns the focus only when something opens after it was mounted. */
export function useOpensAfterMount(opened: boolean): boolean {
  return useMounted() && opened
}
