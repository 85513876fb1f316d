/** Completes what people type as an address; null when it is none. */
export function addressOf(text: string): string | null {
  const typed = text.trim()
  if (/^[/#?][^\s]*$/.test(typed)) return typed
  if (/^[^\s@:/]+@[^\s@]+\.[^\s@]+$/.test(typed)) return `mailto:${typed}`
  if (/^(https?:\/\/|mailto:|tel:)\S+$/i.test(typed)) return typed
  if (/^[\p{L}\d-]+(\.[\p{L}\d-]+)+([/?#]\S*)?$/u.test(typed)) return `https://${typed}`
  return null
}
