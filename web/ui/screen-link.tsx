import type { AnchorHTMLAttributes, MouseEvent } from 'react'
import { useScreen } from './screen.tsx'

type Props = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & {
  to: string
  /** Runs before the move, also when the link opens in another tab. */
  onFollow?: () => void
}

/** Whether a click on a link is ours to answer: the plain one; all others (new tab, download) are the browser's. */
export const isPlainClick = (event: MouseEvent) =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey && !event.defaultPrevented

/** A real link inside a screen: a plain click stays in the console, all else works as the browser has it. */
export function ScreenLink({ to, onFollow, onClick, children, ...rest }: Props) {
  const { navigate } = useScreen()
  return (
    <a
      {...rest}
      href={to}
      onClick={(event) => {
        onClick?.(event)
        onFollow?.()
        if (!isPlainClick(event)) return
        event.preventDefault()
        navigate(to)
      }}
    >
      {children}
    </a>
  )
}
