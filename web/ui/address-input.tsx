import { TextInput, type TextInputProps } from '@mantine/core'
import type { FocusEvent } from 'react'
import { wholeAddress } from './whole-address.ts'

/** A line for the address of a page. What is typed without `https://` gets it when the field is left. */
export function AddressInput({ onBlur, ...props }: TextInputProps) {
  const complete = (event: FocusEvent<HTMLInputElement>) => {
    const { currentTarget: input } = event
    const whole = wholeAddress(input.value)
    if (whole !== input.value && !input.readOnly) type(input, whole)
    onBlur?.(event)
  }
  return <TextInput type="url" inputMode="url" spellCheck={false} placeholder="https://" {...props} onBlur={complete} />
}

/** As if the person had typed it: whoever keeps the value, React or a form, is told. */
function type(input: HTMLInputElement, text: string) {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input, text)
  input.dispatchEvent(new Event('input', { bubbles: true }))
}
