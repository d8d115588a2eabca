const all = selector => Array.from(document.querySelectorAll(selector))
const tip = document.body.appendChild(document.createElement('div'))
tip.className = 'tip'
tip.hidden = true

/* How far the mark is from the pointer; hidden marks are far away. */
function distance(mark, event) {
  const box = mark.getBoundingClientRect()
  if (box.width === 0) return Infinity
  return Math.hypot(box.left + box.width / 2 - event.clientX,
    box.top + box.height / 2 - event.clientY)
}

function point(event) {
  let nearest = null, least = 24
  for (const mark of event.currentTarget.querySelectorAll('[data-v]')) {
    const away = distance(mark, event)
    if (away < least) [nearest, least] = [mark, away]
  }
  tip.hidden = nearest === null
  if (nearest === null) return
  const method = nearest.closest('[data-m]').dataset.m
  const name = document.querySelector('.key [data-m="' + method + '"]').textContent
  tip.textContent = name + ', ' + nearest.dataset.v
  const x = event.clientX + 12, y = event.clientY + 16
  const above = event.clientY - 12 - tip.offsetHeight
  tip.style.left = Math.max(0, Math.min(x, innerWidth - tip.offsetWidth)) + 'px'
  tip.style.top = (y + tip.offsetHeight > innerHeight ? above : y) + 'px'
}

function toggle(event) {
  const method = event.currentTarget.dataset.m
  const hide = event.currentTarget.getAttribute('aria-pressed') === 'true'
  for (const part of all('svg [data-m="' + method + '"]')) part.toggleAttribute('hidden', hide)
  for (const key of all('button[data-m="' + method + '"]')) key.setAttribute('aria-pressed', !hide)
}

for (const plot of all('figure > svg')) {
  plot.addEventListener('pointermove', point)
  plot.addEventListener('pointerdown', point)
}
addEventListener('pointerover', event => {
  if (!event.target.closest('figure > svg')) tip.hidden = true
})
for (const key of all('.key button')) key.addEventListener('click', toggle)
