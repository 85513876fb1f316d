import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Combobox, Loader, PillsInput, Text, useCombobox } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import { PickedItems } from './picked-items.tsx'
import type { PickerOption } from './picker-option.ts'
import classes from './picker.module.css'
import { useSearch } from './use-search.ts'
import { SentenceGap } from './sentence-gap.tsx'
import { isOfComposition } from './composition.ts'

export type PickerProps = {
  label: string
  description?: ReactNode
  error?: ReactNode
  /** What can be done in it while it is empty: “Find or add a tag”. */
  placeholder: string
  disabled?: boolean
  /** In the order of the person. */
  value: readonly PickerOption[]
  onChange: (value: PickerOption[]) => void
  /** How many at most; 1 replaces the one before. */
  most?: number
  /** What is never offered, because it is somewhere else already. */
  except?: readonly string[]
  /** The order means something: buttons move an item. */
  ordered?: boolean
  /** Asks the server; an empty text means “the first few”. */
  search: (text: string, signal: AbortSignal) => Promise<readonly PickerOption[]>
  /** Makes a new one with the typed name; leave out where that is not allowed. */
  create?: ((name: string) => Promise<PickerOption>) | undefined
  /**
   * What Enter takes where no name is exactly the typed one and a new one may be made. `typed`: that new one. `beginning`, unless
   * said otherwise: a name that begins so, else the new one. `found`: a name that begins so; to a new one lead the arrow keys.
   */
  enterTakes?: 'typed' | 'beginning' | 'found'
  /** Said below what was found when the typed name does not exist and may not be created. */
  noCreateText?: string | undefined
  /** Says in the person's language why a search or a creation failed. */
  failureText: (failure: unknown) => string
  onBlur?: () => void
  /** For jumping to the field, as a publish checklist does. */
  id?: string
  startsFocused?: boolean
  hideLabel?: boolean
  /** Said when there is nothing to choose from: “No tags yet”. */
  noneText: string
}

const CREATE = '\u0000create'
const plain = (text: string) => text.normalize('NFKC').trim().toLocaleLowerCase()
const beginsWith = (name: string, typed: string) => plain(name).startsWith(plain(typed))
/** A Chinese name that is found for letters is spelled so. */
const isSpelled = (name: string, typed: string) => /^[a-z\s'’-]+$/i.test(typed) && /\p{Script=Han}/u.test(name)
const same = (a: string, b: string) => a.trim().toLocaleLowerCase() === b.trim().toLocaleLowerCase()

type Typed = {
  typed: string
  options: readonly PickerOption[]
  create: boolean
  exists: boolean
  by: PickerProps['enterTakes']
}

/** Which of these a person means who types this and presses Enter. */
function meantOf({ typed, options, create, exists, by }: Typed): PickerOption | undefined {
  const exact = options.find(({ label }) => same(label, typed))
  // Where one exists that is not offered, it is picked already.
  if (exact || exists || (create && by === 'typed')) return exact
  const isOffered = !create || options.some(({ label }) => beginsWith(label, typed) || isSpelled(label, typed))
  return isOffered ? options[0] : undefined
}

/** Picks from what the server finds: one or several, in an order, with creation on the spot. */
export function Picker(props: PickerProps) {
  const { label, value, onChange, most = Infinity, search, create, failureText } = props
  const { t } = useLingui()
  const ownId = useId()
  const id = props.id ?? ownId
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [composing, setComposing] = useState(false)
  const [asking, setAsking] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  /** The field was left with a name in it that is not picked. */
  const [isLeft, setLeft] = useState(false)
  /** How many names wait for their answer, because Enter came before it. */
  const [taking, setTaking] = useState(0)
  const taken = useRef(Promise.resolve())
  const latest = useRef(props)
  useLayoutEffect(() => void (latest.current = props))
  const combobox = useCombobox({
    onDropdownOpen: () => setAsking(text.trim()),
    onDropdownClose: () => {
      setAsking(undefined)
      combobox.resetSelectedOption()
    },
  })
  const found = useSearch(asking, search)
  const typed = text.trim()
  const waiting = asking !== undefined && (found.answered !== asking || asking !== typed)

  const picked = new Set([...value.map((option) => option.id), ...(props.except ?? [])])
  const options = found.results.filter((option) => !picked.has(option.id))
  const exists = [...found.results, ...value].some((option) => same(option.label, typed))
  const offersCreate = Boolean(create) && typed !== '' && !waiting && !exists && found.failure === undefined

  const isDenied =
    !create && props.noCreateText !== undefined && typed !== '' && !waiting && !exists && found.failure === undefined

  /** The field is empty for the next name. */
  const clear = () => {
    setText('')
    // In a dialog the open list would cover what comes next, the button as a rule. Typing opens it again.
    const closes = most === 1 || Boolean(input.current?.closest('[role="dialog"]'))
    setAsking(closes ? undefined : '')
    setFailure(undefined)
    if (closes) combobox.closeDropdown()
  }
  const pick = (option: PickerOption) => {
    onChange(most === 1 ? [option] : [...value, option].slice(0, most))
    clear()
  }
  const submit = async (choice: string) => {
    if (choice !== CREATE) {
      const option = options.find((one) => one.id === choice)
      if (option) pick(option)
      return
    }
    if (!create || busy) return
    setBusy(true)
    try {
      pick(await create(typed))
    } catch (error) {
      setFailure(failureText(error))
    } finally {
      setBusy(false)
    }
  }

  /** Enter came before the answer. The name is looked up by itself, so that the next one can be typed meanwhile. */
  const takeTyped = (name: string) => {
    clear()
    setTaking((count) => count + 1)
    const take = async () => {
      const now = latest.current
      const results = await now.search(name, new AbortController().signal)
      const left = results.filter(
        ({ id: one }) => ![...now.value.map((has) => has.id), ...(now.except ?? [])].includes(one),
      )
      const isThere = [...results, ...now.value].some((has) => same(has.label, name))
      const mayCreate = now.create && !isThere ? now.create : undefined
      const createsNow = mayCreate && (left.length === 0 || now.enterTakes !== 'found')
      const meant = meantOf({
        typed: name,
        options: left,
        create: Boolean(now.create),
        exists: isThere,
        by: now.enterTakes,
      })
      const option = meant ?? (createsNow ? await mayCreate(name) : undefined)
      if (!option && isThere) return
      if (!option) return putBack(name, t`Nothing found for “${name}”`)
      const { value: before } = latest.current
      const next = most === 1 ? [option] : [...before, option].slice(0, most)
      // The next name may be waiting already, and not be drawn again before it is looked up.
      latest.current = { ...latest.current, value: next }
      onChange(next)
    }
    taken.current = taken.current
      .then(take)
      .catch((error: unknown) => putBack(name, failureText(error)))
      .finally(() => setTaking((count) => count - 1))
  }
  const putBack = (name: string, why: string) => {
    setFailure(why)
    setText((now) => now || name)
  }

  const preselect = () => {
    const meant = meantOf({ typed, options, create: Boolean(create), exists, by: props.enterTakes })
    if (meant) combobox.selectOption(options.indexOf(meant))
    else if (offersCreate && (props.enterTakes !== 'found' || options.length === 0))
      combobox.selectOption(options.length)
    else combobox.resetSelectedOption()
  }
  // With the options, not after them: Enter may be pressed as soon as they are seen.
  useLayoutEffect(() => {
    if (!waiting && asking !== undefined && typed !== '') preselect()
    // eslint-disable-next-line react/exhaustive-deps
  }, [waiting, found.results])

  const left =
    isLeft && typed !== '' && !busy
      ? create && !exists
        ? t`Not added: press Enter to create`
        : t`Not added: choose one from the list`
      : undefined
  const full = most !== 1 && value.length >= most
  return (
    <>
      <Combobox store={combobox} onOptionSubmit={(choice) => void submit(choice)} disabled={props.disabled ?? false}>
        <Combobox.DropdownTarget>
          <PillsInput
            id={id}
            classNames={{ input: classes.input ?? '' }}
            label={props.hideLabel ? undefined : label}
            description={props.description}
            disabled={props.disabled ?? false}
            error={failure ?? (left || props.error)}
            onClick={() => input.current?.focus()}
            // Its place is kept: items that wrap again would move what is below away from a click.
            rightSection={busy || taking > 0 || (waiting && combobox.dropdownOpened) ? <Loader size={14} /> : <span />}
            rightSectionPointerEvents="none"
          >
            <PickedItems
              items={value}
              ordered={Boolean(props.ordered) && !props.disabled}
              disabled={Boolean(props.disabled)}
              onChange={onChange}
              onDone={() => input.current?.focus()}
            >
              {!full && (
                <Combobox.EventsTarget withExpandedAttribute>
                  <PillsInput.Field
                    ref={input}
                    className={classes.field ?? ''}
                    aria-label={props.hideLabel ? label : undefined}
                    data-autofocus={props.startsFocused || undefined}
                    placeholder={value.length === 0 && !props.disabled ? props.placeholder : undefined}
                    maxLength={200}
                    value={text}
                    onChange={(event) => {
                      setText(event.currentTarget.value)
                      setFailure(undefined)
                      combobox.openDropdown()
                      if (!composing) setAsking(event.currentTarget.value.trim())
                    }}
                    onCompositionStart={() => setComposing(true)}
                    onCompositionEnd={(event) => {
                      setComposing(false)
                      setAsking(event.currentTarget.value.trim())
                    }}
                    onFocus={() => {
                      setLeft(false)
                      combobox.openDropdown()
                    }}
                    onClick={() => combobox.openDropdown()}
                    onBlur={() => {
                      combobox.closeDropdown()
                      // What was typed is not lost without a word.
                      setLeft(true)
                      props.onBlur?.()
                    }}
                    onKeyDown={(event) => {
                      if (isOfComposition(event.nativeEvent)) return
                      if (event.key === 'Backspace' && text === '' && value.length > 0) onChange(value.slice(0, -1))
                      if (event.key === 'Enter' && combobox.dropdownOpened) {
                        // Not the form's: Enter here means “this one”.
                        event.preventDefault()
                        if (waiting) {
                          combobox.resetSelectedOption()
                          if (typed !== '') takeTyped(typed)
                        }
                      }
                    }}
                  />
                </Combobox.EventsTarget>
              )}
            </PickedItems>
          </PillsInput>
        </Combobox.DropdownTarget>
        <Combobox.Dropdown>
          <Combobox.Options mah={260} style={{ overflowY: 'auto' }} aria-label={label}>
            {options.map((option) => (
              <Combobox.Option key={option.id} value={option.id}>
                <Text size="sm" className={classes.whole ?? ''}>
                  {option.label}
                </Text>
                {option.detail && (
                  <Text size="xs" className={`${classes.whole} ${classes.detail}`}>
                    {option.detail}
                  </Text>
                )}
              </Combobox.Option>
            ))}
            {offersCreate && (
              <Combobox.Option value={CREATE}>
                <span className={classes.create}>
                  <IconPlus size={14} aria-hidden />
                  {/* Not <Trans>: it takes what looks like a tag in the typed text for markup, and drops it. */}
                  {t`Create “${typed}”`}
                </span>
              </Combobox.Option>
            )}
          </Combobox.Options>
          {isDenied && <Combobox.Footer>{props.noCreateText}</Combobox.Footer>}
          {options.length === 0 && !offersCreate && (
            <Combobox.Empty>
              {found.failure !== undefined ? (
                <>
                  {failureText(found.failure)}
                  <SentenceGap />
                  <Button
                    size="compact-xs"
                    variant="subtle"
                    onMouseDown={(event) => event.preventDefault()}
                    onClick={found.again}
                  >
                    <Trans>Try again</Trans>
                  </Button>
                </>
              ) : found.answered === undefined || waiting ? (
                <Trans>Searching…</Trans>
              ) : typed ? (
                t`Nothing found for “${typed}”`
              ) : (
                <NothingOffered
                  noneText={props.noneText}
                  isNone={found.results.length === 0 && picked.size === 0}
                  canCreate={Boolean(create)}
                />
              )}
            </Combobox.Empty>
          )}
        </Combobox.Dropdown>
      </Combobox>
      <span role="status" className={classes.unseen}>
        {combobox.dropdownOpened && !waiting && found.failure === undefined
          ? t`${plural(options.length, { one: '# result', other: '# results' })}`
          : ''}
        {isDenied && ` ${props.noCreateText}`}
      </span>
    </>
  )
}

/** Why an open list is empty before anything is typed. */
function NothingOffered({ noneText, isNone, canCreate }: { noneText: string; isNone: boolean; canCreate: boolean }) {
  if (!isNone) return <Trans>These are chosen already. Type to find others.</Trans>
  return (
    <>
      {noneText}
      {canCreate && (
        <>
          <SentenceGap />
          <Trans>Type a name to add the first one.</Trans>
        </>
      )}
    </>
  )
}
