import { TextInput, type TextInputProps } from '@mantine/core'
import type { FocusEvent, KeyboardEvent } from 'react'
import { wholeAddress } from './whole-address.ts'

/** A line for the address of a page. What is typed without `https://` gets it when the field is left, or its form sent. */
export function AddressInput({ onBlur, onKeyDown, ...props }: TextInputProps) {
  const onLeave = (event: FocusEvent<HTMLInputElement>) => {
    complete(event.currentTarget)
    onBlur?.(event)
  }
  const onKey = (event: KeyboardEvent<HTMLInputElement>) => {
    const { key, ctrlKey, metaKey } = event
    // Before the form reads it.
    if (key === 'Enter' || ((ctrlKey || metaKey) && key.toLowerCase() === 's')) complete(event.currentTarget)
    onKeyDown?.(event)
  }
  return (
    <TextInput
      type="url"
      inputMode="url"
      spellCheck={false}
      placeholder="https://"
      {...props}
      onBlur={onLeave}
      onKeyDown={onKey}
    />
  )
}

function complete(input: HTMLInputElement) {
  const whole = wholeAddress(input.value)
  if (whole !== input.value && !input.readOnly) type(input, whole)
}

/** As if the person had typed it: whoever keeps the value, React or a form, is told. */
function type(input: HTMLInputElement, text: string) {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input, text)
  input.dispatchEvent(new Event('input', { bubbles: true }))
}
