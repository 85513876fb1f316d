import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Button, Group, Input, NativeSelect, Stack, Text } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { hourName, type HourRange, HOURS, hoursOf, rangeName, rangesOf } from './hour-ranges.ts'
import { listed } from '../../ui/listed.ts'

type Props = {
  description: string
  readOnly: boolean
  value: readonly number[]
  onChange: (hours: number[]) => void
}

const option = (hour: number) => ({ value: String(hour), label: hourName(hour) })
const isSame = (one: readonly number[], other: readonly number[]) => String(one) === String(other)

/** Hours of the day as ranges from–to, which may go over midnight. */
export function AdHours({ description, readOnly, value, onChange }: Props) {
  const { t } = useLingui()
  const [typed, setTyped] = useState(() => rangesOf(value))
  // As they were chosen, as long as they mean the value; a change from outside replaces them.
  const ranges = isSame(hoursOf(typed), hoursOf(rangesOf(value))) ? typed : rangesOf(value)
  const covered = hoursOf(ranges)
  const change = (next: readonly HourRange[]) => {
    setTyped([...next])
    onChange(hoursOf(next))
  }
  const changeOne = (at: number, next: HourRange) => change(ranges.map((range, index) => (index === at ? next : range)))
  return (
    <Input.Wrapper label={t`Hours`} labelElement="div" description={description}>
      {readOnly ? (
        <Text size="sm" mt={4}>
          {listed(ranges.map(rangeName)) || '–'}
        </Text>
      ) : (
        <Stack gap={8} mt={6}>
          {ranges.map((range, at) => {
            const place = at + 1
            return (
              // Ranges have no identity but their position.
              <Group key={at} gap={8}>
                <NativeSelect
                  w={96}
                  aria-label={t`Hours ${place}: from`}
                  data={HOURS.map(option)}
                  value={String(range.from)}
                  onChange={(event) => {
                    const from = Number(event.currentTarget.value)
                    changeOne(at, { from, to: from === range.to ? from + 1 : range.to })
                  }}
                />
                –
                <NativeSelect
                  w={96}
                  aria-label={t`Hours ${place}: to`}
                  data={HOURS.map((hour) => hour + 1)
                    .filter((hour) => hour !== range.from)
                    .map(option)}
                  value={String(range.to)}
                  onChange={(event) => changeOne(at, { ...range, to: Number(event.currentTarget.value) })}
                />
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={t`Remove hours ${place}`}
                  onClick={() => change(ranges.filter((_, index) => index !== at))}
                >
                  <IconTrash size={16} />
                </ActionIcon>
                {range.to < range.from && (
                  <Text size="xs" c="dimmed">
                    <Trans>until the next day</Trans>
                  </Text>
                )}
              </Group>
            )
          })}
          {covered.length < HOURS.length && (
            <Button
              variant="default"
              size="xs"
              w="fit-content"
              leftSection={<IconPlus size={14} />}
              onClick={() => change([...ranges, nextRange(covered)])}
            >
              <Trans>Add hours</Trans>
            </Button>
          )}
        </Stack>
      )}
    </Input.Wrapper>
  )
}

/** The daytime for a first range, then the next hours that are free. */
function nextRange(covered: readonly number[]): HourRange {
  if (covered.length === 0) return { from: 9, to: 18 }
  const from = HOURS.find((hour) => !covered.includes(hour) && (hour === 0 || covered.includes(hour - 1))) ?? 0
  return { from, to: from + 1 }
}
