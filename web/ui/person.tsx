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

/** The small circle alone; the name is near it, or in `alt` and its hint. */
export const PersonAvatar = ({ name, size = 20, avatarUrl, alt = '' }: Omit<Props, 'withName'> & { alt?: string }) => (
  <Avatar
    size={size}
    src={avatarUrl ?? null}
    alt={alt}
    color="gray"
    variant="light"
    {...(alt && hint(alt))}
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

type Props = { name: string; size?: number; avatarUrl?: string | null; withName?: boolean }

/** A person as a small avatar, with the name beside it or on hover. */
export function Person({ name, size = 20, avatarUrl, withName = true }: Props) {
  if (!withName) return <PersonAvatar name={name} size={size} avatarUrl={avatarUrl ?? null} alt={name} />
  return (
    <Group gap={6} wrap="nowrap" style={{ minWidth: 0 }}>
      <PersonAvatar name={name} size={size} avatarUrl={avatarUrl ?? null} />
      <Text span inherit truncate title={name}>
        {name}
      </Text>
    </Group>
  )
}
