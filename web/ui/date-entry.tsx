import { useLingui } from '@lingui/react/macro'
import { ActionIcon, Popover, TextInput, type TextInputProps } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { type ReactNode, useRef, useState } from 'react'
import { loadCalendar } from './calendar-loader.ts'
import { isOfComposition } from './composition.ts'

type Calendar = typeof import('./date-calendar.tsx')

/** What the date fields of all kinds share with a text field. */
export type DateEntryProps = Pick<
  TextInputProps,
  | 'id'
  | 'name'
  | 'label'
  | 'description'
  | 'error'
  | 'required'
  | 'readOnly'
  | 'disabled'
  | 'size'
  | 'miw'
  | 'onBlur'
  | 'ref'
> & {
  /** Takes the focus when the dialog around it opens. */
  startsFocused?: boolean
}

type Props = DateEntryProps & {
  /** As the form holds it; null or an empty text while it is none. */
  value: string | null
  /** What the form holds instead of a value: a text that means none. */
  unread?: string | undefined
  /** How a value is written in the field. */
  words: (value: string) => string
  /** The value that a text means, or undefined where it means none. */
  read: (text: string) => string | undefined
  /** Said beside the field while its text means nothing. */
  wrongText: string
  /** Null when the field is emptied, undefined while its text means nothing. */
  onChange: (value: string | null | undefined, text: string) => void
  /** Said below the field about a value that is not quite as it was typed. */
  note?: ReactNode
  /** What the button beside the text opens; without it there is no button. */
  dropdown?: (calendar: Calendar, close: () => void) => ReactNode
}

/** A date that is typed, or chosen from the calendar that its button opens. */
export function DateEntry(props: Props) {
  const { unread, words, read, wrongText, onChange, note, dropdown, startsFocused, error, onBlur, ...input } = props
  // Forms hold an empty text while what is typed is no date; that is no change from outside.
  const value = props.value || null
  const { t } = useLingui()
  const [typed, setTyped] = useState<string>()
  const [left, setLeft] = useState(false)
  const [known, setKnown] = useState(value)
  const [sent, setSent] = useState<string | null | undefined>(value)
  const [calendar, setCalendar] = useState<Calendar>()
  const [failed, setFailed] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const [opened, setOpened] = useState(false)

  if (value !== known) {
    setKnown(value)
    // A change from outside replaces what is typed.
    if (value !== (sent ?? null)) setTyped(undefined)
  }
  const text = typed ?? unread
  const isWrong = text !== undefined && text.trim() !== '' && read(text) === undefined
  const send = (next: string | null | undefined, now: string) => {
    setSent(next)
    if (next !== value || next !== sent) onChange(next, now)
  }
  const leave = () => {
    if (isWrong) setLeft(true)
    else setTyped(undefined)
  }
  const open = async () => {
    if (opened) return setOpened(false)
    try {
      setCalendar(await loadCalendar())
      setFailed(false)
      setOpened(true)
    } catch {
      setFailed(true)
    }
  }
  const canOpen = dropdown !== undefined && !input.readOnly && !input.disabled
  const labelText = typeof input.label === 'string' ? input.label : ''
  const field = (
    <TextInput
      {...input}
      autoComplete="off"
      value={text ?? (value ? words(value) : '')}
      error={isWrong && left ? wrongText : error}
      description={
        note || failed ? (
          <>
            {input.description}
            <span role="status" style={{ display: 'block', color: 'var(--mantine-color-text)' }}>
              {failed ? t`The calendar could not be loaded. The date can be typed.` : note}
            </span>
          </>
        ) : (
          input.description
        )
      }
      {...(startsFocused && { 'data-autofocus': true })}
      onFocus={() => void (canOpen && loadCalendar().catch(() => {}))}
      onChange={(event) => {
        const now = event.currentTarget.value
        setTyped(now)
        setLeft(false)
        send(now.trim() === '' ? null : read(now), now)
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !isOfComposition(event.nativeEvent)) leave()
        if (event.key === 'ArrowDown' && event.altKey && canOpen) void open()
      }}
      onBlur={(event) => {
        leave()
        onBlur?.(event)
      }}
      rightSection={
        canOpen && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size={24}
            aria-label={t`Open the calendar`}
            aria-haspopup="dialog"
            aria-expanded={opened}
            onClick={() => void open()}
          >
            <IconCalendar size={16} />
          </ActionIcon>
        )
      }
    />
  )
  if (!dropdown) return field
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-start"
      trapFocus
      returnFocus
      withRoles={false}
      width={290}
      shadow="md"
    >
      <Popover.Target>
        <div ref={place}>{field}</div>
      </Popover.Target>
      <Popover.Dropdown
        role="dialog"
        aria-label={labelText}
        p={12}
        // Escape closes the calendar only, not the dialog around the field.
        onFocusCapture={(event) => event.target.setAttribute('data-mantine-stop-propagation', 'true')}
      >
        {calendar &&
          dropdown(calendar, () => {
            setTyped(undefined)
            setOpened(false)
          })}
      </Popover.Dropdown>
    </Popover>
  )
}
