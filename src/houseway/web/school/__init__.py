"""The school over HTTP: questions that come back, lessons, tables, challenges, exams and classes."""
