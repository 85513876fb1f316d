import { useLingui } from '@lingui/react/macro'
import { NumberInput, type NumberInputProps } from '@mantine/core'
import { useState } from 'react'
import { numberFormat } from './formats.ts'

type Props = Omit<NumberInputProps, 'value' | 'onChange' | 'clampBehavior' | 'thousandSeparator'> & {
  /** Null while it is empty. */
  value: number | null
  onChange: (value: number | null) => void
}

/** A text that is no number yet, as a lone minus; outside every range that a form allows. */
const NO_NUMBER = -1
const numberOf = (text: string | number): number | null => {
  if (text === '') return null
  const number = Number(text)
  return Number.isNaN(number) ? NO_NUMBER : number
}

/**
 * A whole number, grouped as the language writes it. What is typed stays as it is, so that the schema of the form can refuse what
 * is negative, a fraction or out of range, instead of storing another number than was typed.
 */
export function WholeNumberInput({ value, onChange, ...rest }: Props) {
  const { i18n } = useLingui()
  const [typed, setTyped] = useState<string | number>(value ?? '')
  const group = numberFormat(i18n.locale)
    .formatToParts(10_000)
    .find(({ type }) => type === 'group')?.value
  return (
    <NumberInput
      {...rest}
      clampBehavior="none"
      {...(group && { thousandSeparator: group })}
      value={numberOf(typed) === value ? typed : (value ?? '')}
      onChange={(next) => {
        setTyped(next)
        onChange(numberOf(next))
      }}
    />
  )
}
