// Export: movies into the preset's folder, stills and contact sheets as downloads.
import { state, on, emit, ask, toast, $ } from "./state.js"
import { request } from "./connection.js"

async function exportFile() {
  const stem = state.document.path.split("/").at(-1).replace(/\.json$/, "")
  const { choice, answer } = await ask({
    question: "Export", explanation: "A movie is written into the preset's folder; its extension chooses the format (mp4, mov, webm, mkv, gif …), and Alpha is kept where it is switched on. A still and a contact sheet are downloaded.",
    buttons: [["movie", "Render the movie"], ["still", "This frame"], ["sheet", "Contact sheet"], ["", "Cancel"]], answer: `${stem}.mp4`,
  })
  if (choice === "movie" && answer !== "") return renderMovie(answer)
  if (choice === "still" || choice === "sheet") {
    const reply = await request({ picture: choice, frame: { number: state.frame, width: 1, height: 1, alpha: state.keepsAlpha } })
    if (reply.problem) return toast(reply.problem)
    const link = document.createElement("a")
    link.href = URL.createObjectURL(new Blob([reply.file], { type: "image/png" }))
    link.download = reply.picture
    link.click()
    setTimeout(() => URL.revokeObjectURL(link.href), 10000)
  }
}

async function renderMovie(name, replaces = false) {
  emit("flush")
  const reply = await request({ movie: { name, alpha: state.keepsAlpha, replaces } })
  if (reply.problem) toast(reply.problem)
}

on("movie", async movie => {
  $("movie").hidden = movie.isFinished
  $("movietext").textContent = `${movie.path}: ${movie.frames} of ${movie.total} frames`
  $("movieshare").value = movie.total > 0 ? movie.frames / movie.total : 0
  if (!movie.isFinished) return
  if (movie.alreadyExists) {
    const { choice } = await ask({ question: "The file exists", explanation: movie.problem, buttons: [["", "Keep it"], ["replace", "Replace it"]] })
    if (choice === "replace") renderMovie(movie.path.split("/").at(-1), true)
    return
  }
  if (movie.problem) return toast(movie.problem)
  toast(movie.isStopped ? `Stopped after ${movie.frames} frames; ${movie.path} can be played.` : `${movie.path} is rendered: ${movie.frames} frames. ${movie.note ?? ""}`)
})

export function setUpExports() {
  $("export").addEventListener("click", exportFile)
  $("moviestop").addEventListener("click", () => request({ cancel: true }))
}
