/** Build picture: what a requested build would look like; a tap shows what is there now. Numbers stand below. */
import type { PhoneBuild } from '@shared/clients/phone.js'
import { element, visible } from './elements.js'
import { ask } from './server.js'
import type { Texts } from './texts.js'

/** @param onShown it, or why there is none, can be read now */
export function buildPicture(id: string, texts: Texts, onShown: () => void): HTMLElement {
  const root = element('section', 'build', element('p', '', texts.drawing))
  const none = () => {
    root.replaceChildren(element('p', 'problem', texts.noPicture))
    onShown()
  }
  void ask<PhoneBuild>('/api/build', { id }).then((result) => {
    if (!result.ok) return none()
    const { before, after, blocks, replaced, containers, players, isAllKnown } = result.value
    const image = element('img')
    // The label beside it says what it is.
    image.alt = ''
    const label = element('span', '', texts.after)
    const picture = element('button', 'picture', image, label)
    let isAfter = true
    const show = () => {
      image.src = `data:image/png;base64,${isAfter ? after : (before ?? after)}`
      label.textContent = isAfter ? texts.after : texts.before
    }
    picture.disabled = before === undefined
    picture.addEventListener('click', () => {
      isAfter = !isAfter
      show()
    })
    image.addEventListener('load', onShown, { once: true })
    image.addEventListener('error', none, { once: true })
    show()
    root.replaceChildren(
      picture,
      element('p', '', texts.built(blocks, replaced, containers)),
      ...(players.length > 0 ? [element('p', '', texts.inside, element('bdi', '', visible(players.join(', '))))] : []),
      ...(isAllKnown ? [] : [element('p', 'problem', texts.notAllKnown)]),
    )
  })
  return root
}
