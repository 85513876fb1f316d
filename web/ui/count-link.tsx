import { useLingui } from '@lingui/react/macro'
import { Anchor, Text } from '@mantine/core'
import { ScreenLink } from './screen-link.tsx'

type Props = {
  count: number
  /** Where what is counted is listed. */
  to: string
  /** What is counted, and of what. */
  label: string
}

/** A number in a list that leads to what it counts; none leads nowhere. */
export function CountLink({ count, to, label }: Props) {
  const { i18n } = useLingui()
  if (count === 0)
    return (
      <Text span size="sm" c="dimmed">
        0
      </Text>
    )
  // A digit is hard to hit: 24 pixels and more around it count, and take no room.
  return (
    <Anchor
      component={ScreenLink}
      inherit
      display="inline-block"
      px={9}
      mx={-9}
      py={6}
      my={-6}
      to={to}
      aria-label={label}
    >
      {i18n.number(count)}
    </Anchor>
  )
}
