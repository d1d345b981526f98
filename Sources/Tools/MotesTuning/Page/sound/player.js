// The song as it is heard. The browser's own audio element plays it, and while it does the picture goes by it.
import { state, on, toast, $ } from "../state.js"

const audio = new Audio()
audio.preload = "auto"
let isPlayable = false      // whether there is a song that the browser can decode, as far as it has told

// The second of the song that is heard now; null while none is.
export const heardSeconds = () => (isPlayable && !audio.paused && !audio.ended ? audio.currentTime : null)

// Plays the song from a second on. Beyond its end nothing is heard.
export function startSong(seconds) {
  if (!isPlayable) return
  const length = Number.isFinite(audio.duration) ? audio.duration : state.sound.duration
  if (seconds >= length) return audio.pause()
  audio.playbackRate = Number($("speed").value)
  audio.currentTime = Math.max(seconds, 0)
  audio.play().catch(error => {
    if (error.name === "NotAllowedError") toast("The browser plays sound only after a click or a key on the page. The picture plays alone.")
  })
}

export const stopSong = () => audio.pause()

function say(sentence) {
  $("soundnote").textContent = sentence
  $("soundnote").hidden = sentence === ""
}

function take({ song, note }) {
  audio.pause()
  isPlayable = song !== undefined
  $("mute").hidden = !isPlayable
  say(note ?? "")
  // Without a song the element must forget the one before.
  if (isPlayable) audio.src = song; else audio.removeAttribute("src")
  audio.load()
}

export function setUpPlayer() {
  on("sound", take)
  audio.addEventListener("error", () => {
    if (!isPlayable) return
    isPlayable = false
    $("mute").hidden = true
    say(`This browser cannot play ${state.sound.songName}. The picture plays alone, and still follows it.`)
  })
  $("speed").addEventListener("change", () => { audio.playbackRate = Number($("speed").value) })
  $("mute").addEventListener("click", () => {
    audio.muted = !audio.muted
    $("mute").setAttribute("aria-pressed", audio.muted)
    $("mute").querySelector(".waves").style.display = audio.muted ? "none" : ""
  })
}

// For tests and for the browser's console.
export { audio }
