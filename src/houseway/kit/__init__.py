"""The kit of whoever writes a game: begin one (`houseway new`), and check it (`houseway check`)."""
