import { Avatar, Group, Text } from '@mantine/core'
import { hint } from './hint.tsx'

/** A person in a small circle: two initials, or the last character of a Chinese name. */
export function initialsOf(name: string): string {
  const trimmed = name.trim()
  if (/\p{Script=Han}/u.test(trimmed)) return Array.from(trimmed.replace(/\s/g, '')).at(-1) ?? ''
  const words = trimmed.split(/[\s._@-]+/).filter(Boolean)
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => Array.from(word ?? '')[0] ?? '')
  return letters.join('').toUpperCase() || '?'
}

type Props = { name: string; size?: number; avatarUrl?: string | null; withName?: boolean }

/** A person as a small avatar, with the name beside it or on hover. */
export function Person({ name, size = 20, avatarUrl, withName = true }: Props) {
  const avatar = (
    <Avatar
      size={size}
      src={avatarUrl ?? null}
      alt={withName ? '' : name}
      color="gray"
      variant="light"
      {...(!withName && hint(name))}
      styles={{
        placeholder: {
          fontSize: Math.round(size * 0.45),
          color: 'var(--mantine-color-dimmed)',
          background: 'light-dark(var(--mantine-color-gray-2), var(--mantine-color-dark-5))',
        },
      }}
    >
      {initialsOf(name)}
    </Avatar>
  )
  if (!withName) return avatar
  return (
    <Group gap={6} wrap="nowrap" style={{ minWidth: 0 }}>
      {avatar}
      <Text span inherit truncate title={name}>
        {name}
      </Text>
    </Group>
  )
}
