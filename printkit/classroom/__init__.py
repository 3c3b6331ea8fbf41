"""What is printed for a class: named sheets, the teacher's page, and feedback."""
