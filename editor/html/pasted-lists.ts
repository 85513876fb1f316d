/** Word in the browser puts each item into a list of its own, in a box of its own, and says only in a number how deep it is. */
export function joinLists(root: HTMLElement): void {
  let open: HTMLElement[] = []
  let first: Element | null = null
  for (const list of root.querySelectorAll<HTMLElement>('.ListContainerWrapper > :is(ul, ol)')) {
    const wrapper = list.parentElement!
    const item = list.querySelector('li')
    const depth = Number(item?.getAttribute('data-aria-level') ?? item?.getAttribute('aria-level')) || 1
    if (wrapper.previousElementSibling !== first) open = []
    open = open.slice(0, depth)
    const same = open[depth - 1]
    const around = open.at(-1)?.lastElementChild
    if (same?.localName === list.localName) same.append(...list.children)
    else if (around && open.length === depth - 1) {
      around.append(list)
      open.push(list)
    } else {
      open = [list]
      first = wrapper
      continue
    }
    wrapper.remove()
  }
}

/** The items of a checklist of Google Docs, whose boxes are pictures, are tasks. */
export function readChecklists(root: HTMLElement): void {
  for (const list of root.querySelectorAll<HTMLElement>('ul:has(> li[role=checkbox])')) {
    const items = [...list.querySelectorAll<HTMLElement>(':scope > li')]
    if (!items.every((item) => item.getAttribute('role') === 'checkbox')) continue
    list.dataset.type = 'taskList'
    for (const item of items) {
      const isDone = item.getAttribute('aria-checked') === 'true'
      item.dataset.type = 'taskItem'
      item.dataset.checked = String(isDone)
      item.querySelector(':scope > img')?.remove()
      // The line through what is done is drawn by whoever shows the list.
      if (isDone) for (const part of item.querySelectorAll<HTMLElement>('[style]')) part.style.textDecoration = ''
    }
  }
}
