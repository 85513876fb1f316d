import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import classes from './article-conflict.module.css'

const PAGE = '[data-own-scroll]'

type Props = {
  /** A selector of what it stands for, above the text. */
  of: string
  icon: ReactNode
  words: ReactNode
  /** What leads there. */
  children: ReactNode
  /** Told as soon as the person has it in sight. */
  onSeen?: () => void
}

/** A line under the bar while what it stands for is scrolled away: neither what is written nor the cursor moves. */
export function ReminderLine({ of, icon, words, children, onSeen }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const [isNeeded, setNeeded] = useState(false)
  const look = useEffectEvent((isInSight: boolean) => {
    setNeeded(!isInSight)
    if (isInSight) onSeen?.()
  })
  useEffect(() => {
    const page = place.current?.closest(PAGE)
    const banner = page?.querySelector(of)
    if (!page || !banner) return undefined
    const under = place.current!.getBoundingClientRect().top - page.getBoundingClientRect().top
    const observer = new IntersectionObserver(([entry]) => look(entry!.isIntersecting), {
      root: page,
      rootMargin: `-${Math.max(0, Math.round(under))}px 0px 0px`,
    })
    observer.observe(banner)
    return () => observer.disconnect()
  }, [of])
  return (
    <div ref={place} className={classes.reminder}>
      {isNeeded && (
        <div className={classes.line} data-reminder>
          {icon}
          <span className={classes.words}>{words}</span>
          {children}
        </div>
      )}
    </div>
  )
}
