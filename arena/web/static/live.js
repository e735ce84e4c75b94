// Replaces the part of a page that changes by what the server sends; without this script the page just stands still.
// Its words are the page's, in attributes of that part.
"use strict";

(() => {
  const target = document.querySelector("[data-events]");
  if (!target || !window.EventSource) return;

  const bar = document.createElement("div");
  const light = document.createElement("span");
  const button = document.createElement("button");
  bar.className = "live";
  light.setAttribute("role", "status");
  button.type = "button";
  bar.append(light, button);
  document.querySelector(".heading").append(bar);

  const words = target.dataset;
  let source = null;
  let held = null; // the newest contents while paused
  let paused = false;

  const say = (text, state) => {
    light.textContent = text;
    bar.dataset.state = state;
    button.textContent = paused ? words.resume : words.pause;
  };
  const sayState = () => say(paused ? words.paused : words.live, paused ? "paused" : "live");

  const show = (html) => {
    const focused = target.contains(document.activeElement) ? document.activeElement.getAttribute("href") : null;
    const scrolled = [...target.querySelectorAll(".scroll")].map((element) => element.scrollLeft);
    target.innerHTML = html;
    target.querySelectorAll(".scroll").forEach((element, index) => { element.scrollLeft = scrolled[index] || 0; });
    if (focused) [...target.querySelectorAll("a")].find((link) => link.getAttribute("href") === focused)?.focus();
  };

  const open = () => {
    source = new EventSource(target.dataset.events);
    source.addEventListener("open", sayState);
    source.addEventListener("update", (event) => {
      if (paused) held = event.data;
      else show(event.data);
    });
    source.addEventListener("over", () => {
      source.close();
      if (held !== null) show(held);
      say(words.over, "over");
      button.remove();
    });
    source.addEventListener("error", () => say(words.lost, "lost"));
  };

  button.addEventListener("click", () => {
    paused = !paused;
    if (!paused && held !== null) {
      show(held);
      held = null;
    }
    sayState();
  });

  say(words.connecting, "lost");
  open();
  window.addEventListener("pagehide", () => source.close());
  window.addEventListener("pageshow", (event) => { if (event.persisted) open(); });
})();
