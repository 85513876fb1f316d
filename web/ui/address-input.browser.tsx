import { useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { AddressInput } from './address-input.tsx'
import { useSaveKey } from './form-frame.tsx'
import { showScreen } from './testing/show-screen.tsx'

const field = () => page.getByRole('textbox', { name: 'Address' })

test('an address without a scheme is completed when its field is left; the form has the whole one', async () => {
  const sent: unknown[] = []
  function Form() {
    const { register, handleSubmit } = useForm({ defaultValues: { url: '' } })
    return (
      <form onSubmit={(event) => void handleSubmit((values) => sent.push(values))(event)}>
        <AddressInput label="Address" {...register('url')} />
      </form>
    )
  }
  showScreen(<Form />)
  await userEvent.fill(field(), 'bakery.example/offer')
  await userEvent.keyboard('{Tab}')
  await expect.element(field()).toHaveValue('https://bakery.example/offer')
  await userEvent.type(field(), '{Enter}')
  await expect.poll(() => sent).toEqual([{ url: 'https://bakery.example/offer' }])
})

test('an address without a scheme is complete also where the form is sent from its field, by Enter or Ctrl+S', async () => {
  const sent: unknown[] = []
  function Form() {
    const form = useForm({ defaultValues: { url: '' } })
    const area = useRef<HTMLFormElement>(null)
    const submit = form.handleSubmit((values) => void sent.push(values))
    useSaveKey(area, () => void submit())
    return (
      <form ref={area} onSubmit={(event) => void submit(event)}>
        <AddressInput label="Address" {...form.register('url', { pattern: /^https:/ })} />
      </form>
    )
  }
  showScreen(<Form />)
  await userEvent.fill(field(), 'bakery.example/offer')
  await userEvent.keyboard('{Control>}s{/Control}')
  await expect.poll(() => sent).toEqual([{ url: 'https://bakery.example/offer' }])
  await userEvent.fill(field(), 'bakery.example/menu')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => sent.at(-1)).toEqual({ url: 'https://bakery.example/menu' })
  await expect.element(field()).toHaveFocus()
})

test('who keeps its value is told before it is left', async () => {
  const left: string[] = []
  function Kept() {
    const [value, setValue] = useState('')
    return (
      <AddressInput
        label="Address"
        value={value}
        onChange={(event) => setValue(event.currentTarget.value)}
        onBlur={(event) => left.push(event.currentTarget.value)}
      />
    )
  }
  showScreen(<Kept />)
  await userEvent.fill(field(), 'example.org')
  await userEvent.keyboard('{Tab}')
  await expect.element(field()).toHaveValue('https://example.org')
  expect(left).toEqual(['https://example.org'])
  await userEvent.fill(field(), 'javascript:alert(1)')
  await userEvent.keyboard('{Tab}')
  await expect.element(field()).toHaveValue('javascript:alert(1)')
})
