/**
 * Files that are dropped where nothing takes them do nothing. The browser would open them, in place of the page and of what is
 * typed in it, or in a tab of their own.
 */
export function ignoreFilesBeside(): void {
  // Before the drop: what is refused here is not dropped at all.
  window.addEventListener('dragover', (event) => {
    if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return
    // A field for files takes them itself.
    if (event.target instanceof HTMLInputElement && event.target.type === 'file') return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'none'
  })
}
