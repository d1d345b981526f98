// A clip plays while it is in view, unless the user has paused it or prefers reduced motion.
const wantsMotion = !matchMedia("(prefers-reduced-motion: reduce)").matches
const show = (button, plays) => {
  button.classList.toggle("paused", !plays)
  button.setAttribute("aria-label", button.getAttribute("aria-label").replace(/^(Play|Pause)/, plays ? "Pause" : "Play"))
}
const seen = new IntersectionObserver(changes => {
  for (const { target, isIntersecting } of changes) {
    const clip = target.firstChild
    if (isIntersecting && !target.classList.contains("paused")) clip.play().catch(() => {})
    else clip.pause()
  }
})
for (const button of document.querySelectorAll(".clip")) {
  const clip = button.firstChild
  if (!wantsMotion) show(button, false)
  seen.observe(button)
  button.addEventListener("click", () => {
    const plays = clip.paused
    show(button, plays)
    if (plays) clip.play(); else clip.pause()
  })
}
for (const button of document.querySelectorAll(".copy")) button.addEventListener("click", async () => {
  const code = button.previousSibling
  try { await navigator.clipboard.writeText(code.textContent) }
  catch {
    getSelection().selectAllChildren(code)
    document.execCommand("copy")
  }
  button.textContent = "Copied"
  setTimeout(() => button.textContent = "Copy", 1500)
})
// The search, on the page that lists all presets.
const field = document.querySelector(".find input")
if (field) {
  // The strip has a ground of its own only while cards pass below it, so that it does not cut the light of the page's head.
  const strip = field.parentElement
  new IntersectionObserver(([change]) => strip.classList.toggle("stuck", change.intersectionRatio < 1), { threshold: 1, rootMargin: "-1px 0px 0px 0px" }).observe(strip)
  const tags = [...document.querySelectorAll("[data-tag]")]
  const find = () => {
    const words = field.value.toLowerCase().split(/\s+/)
    const chosen = tags.filter(tag => tag.getAttribute("aria-pressed") === "true").map(tag => tag.dataset.tag)
    let found = 0
    for (const section of document.querySelectorAll("section")) {
      let any = false
      for (const card of section.querySelectorAll("article")) {
        const cardTags = card.dataset.tags.split(" ")
        card.hidden = !words.every(word => card.dataset.words.includes(word)) || !chosen.every(tag => cardTags.includes(tag))
        if (!card.hidden) { any = true; found += 1 }
      }
      section.hidden = !any
    }
    document.querySelector(".none").hidden = found > 0
  }
  field.addEventListener("input", find)
  for (const tag of tags) tag.addEventListener("click", () => { tag.setAttribute("aria-pressed", tag.getAttribute("aria-pressed") !== "true"); find() })
  addEventListener("keydown", event => {
    if (event.key === "/" && document.activeElement !== field) { event.preventDefault(); field.focus() }
    if (event.key === "Escape" && document.activeElement === field) { field.value = ""; find() }
  })
}
