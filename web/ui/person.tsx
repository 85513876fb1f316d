import { useState } from 'react'
import { hint } from './hint.tsx'
import classes from './person.module.css'

/** A person in a small circle: two initials, or the last character of a Chinese name; nothing for an empty one. */
export function initialsOf(name: string): string {
  const trimmed = name.trim()
  if (/\p{Script=Han}/u.test(trimmed)) return Array.from(trimmed.replace(/\s/g, '')).at(-1) ?? ''
  const words = trimmed.split(/[\s._@-]+/).filter(Boolean)
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => Array.from(word ?? '')[0] ?? '')
  return letters.join('').toUpperCase() || (trimmed && '?')
}

type Props = { name: string; size?: number; avatarUrl?: string | null; withName?: boolean }

type AvatarProps = Omit<Props, 'withName'> & { alt?: string; accented?: boolean }

/** The small circle alone; the name is near it, or in `alt` and its hint. Initials where there is no picture. */
export function PersonAvatar({ name, size = 20, avatarUrl, alt = '', accented = false }: AvatarProps) {
  const [failed, setFailed] = useState<string>()
  const isPicture = avatarUrl && avatarUrl !== failed
  return (
    <span
      className={classes.avatar}
      data-accented={accented || undefined}
      style={{ inlineSize: size, blockSize: size, fontSize: Math.round(size * 0.45) }}
      {...(alt ? { role: 'img', 'aria-label': alt, ...hint(alt) } : { 'aria-hidden': true })}
    >
      {isPicture ? <img src={avatarUrl} alt="" onError={() => setFailed(avatarUrl)} /> : initialsOf(name)}
    </span>
  )
}

/** A person as a small avatar, with the name beside it or on hover. */
export function Person({ name, size = 20, avatarUrl = null, withName = true }: Props) {
  if (!withName) return <PersonAvatar name={name} size={size} avatarUrl={avatarUrl} alt={name} />
  return (
    <span className={classes.person}>
      <PersonAvatar name={name} size={size} avatarUrl={avatarUrl} />
      <span className={classes.name} title={name}>
        {name}
      </span>
    </span>
  )
}
